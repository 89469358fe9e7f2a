-- The first released schema, as its migrations made it, with games of that time. Never change it.
CREATE TABLE games (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            start TEXT NOT NULL,
            moves TEXT NOT NULL,
            x_name TEXT NOT NULL, x_level TEXT, x_token TEXT,
            o_name TEXT NOT NULL, o_level TEXT, o_token TEXT,
            resigned TEXT,
            undo_asked TEXT,
            rematch TEXT,
            version INTEGER NOT NULL,
            touched DOUBLE PRECISION NOT NULL,
            to_move TEXT NOT NULL);
CREATE INDEX games_by_x_token ON games (x_token);
CREATE INDEX games_by_o_token ON games (o_token);
CREATE INDEX games_by_touched ON games (touched);
CREATE INDEX games_by_computer ON games (touched) WHERE to_move <> '' AND (x_level IS NOT NULL OR o_level IS NOT NULL);
INSERT INTO games VALUES ('AgainstLevelFive', 'classic', '.../.../... x', 'b2', 'Ada', NULL, 'ada-token', 'Level 5', '5', NULL, NULL, NULL, NULL, 2, 1700000000.5, 'O');
INSERT INTO games VALUES ('AgainstPerfect_1', 'classic', '.../.../... o', '', 'Perfect', 'perfect', NULL, 'Grace', NULL, 'grace-token', NULL, NULL, NULL, 1, 1700000001, 'O');
INSERT INTO games VALUES ('XResigned_______', 'ultimate', '........./........./........./........./........./........./........./........./......... x *', 'e5 d4', 'Ada', NULL, 'ada-token', 'Grace', NULL, 'grace-token', 'X', NULL, 'UndoAsked_______', 4, 1700000002, '');
INSERT INTO games VALUES ('UndoAsked_______', '4,4,3', '..../..../..../.... x', 'a1 b2', 'Grace', NULL, 'grace-token', 'Ada', NULL, 'ada-token', NULL, 'O', NULL, 4, 1700000003, 'X');
INSERT INTO games VALUES ('WaitsForAFriend_', 'classic', '.../.../... x', '', 'Ada', NULL, 'ada-token', 'Player O', NULL, NULL, NULL, NULL, NULL, 1, 1700000004, 'X');
