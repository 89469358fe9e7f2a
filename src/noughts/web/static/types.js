// The shapes that the server sends, for the type checker alone; /api/openapi.json describes them.

/** @typedef {"X" | "O"} Mark */
/**
 * @typedef {object} Board
 * @property {"line" | "ultimate"} kind
 * @property {number} columns
 * @property {number} rows
 * @property {string[]} cells one text a row: X, O or .
 * @property {Mark | null} to_move
 * @property {string[]} legal
 * @property {Record<string, number[]>} sends Ultimate: for each legal cell the boards in which the opponent may play then
 * @property {string | null} last
 * @property {number[]} targets
 * @property {string[]} boards X, O, = or . for each board of Ultimate
 * @property {string[][]} lines the ends of each winning line
 * @property {string} position
 */
/**
 * @typedef {object} Seat
 * @property {string} name
 * @property {string | null} level
 * @property {boolean} open
 * @property {boolean} you
 * @property {string | null} character
 */
/**
 * @typedef {object} Clock
 * @property {Record<Mark, number>} left
 * @property {Mark | null} running
 * @property {number | null} deadline
 */
/**
 * @typedef {{X: string, O: string, watching: number, now: number}} Presence
 */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {number} version
 * @property {string} game
 * @property {Board} board
 * @property {number} ply
 * @property {string} start
 * @property {string[]} moves
 * @property {Mark} first
 * @property {Mark | null} to_move
 * @property {string | null} outcome
 * @property {string} said
 * @property {string} next
 * @property {Record<Mark, Seat>} seats
 * @property {boolean} your_turn
 * @property {boolean} thinking
 * @property {boolean} may_undo
 * @property {boolean} may_hint
 * @property {boolean} may_draw
 * @property {boolean} between_people
 * @property {{kind: "undo" | "draw" | "rematch", by: Mark, words: string} | null} offer
 * @property {Clock | null} clock
 * @property {Record<Mark, number>} score
 * @property {{title: string, how: string, won: boolean | null, winner: Mark | null} | null} end
 * @property {string | null} rematch
 */
/** @typedef {{level: number | "perfect", name: string, line: string}} Level */
/** @typedef {{strength: number, name: string, line: string}} Adaptive */
/**
 * @typedef {object} GameLine
 * @property {string} id
 * @property {string} game
 * @property {Record<Mark, string>} players
 * @property {number} moves
 * @property {Board} board
 * @property {string | null} outcome
 * @property {boolean} your_turn
 * @property {boolean} waiting
 * @property {number} touched
 */
/**
 * @typedef {object} RankedMove
 * @property {string} move
 * @property {string} value
 * @property {string} short
 * @property {string[]} line
 * @property {number} chance of X with this move, in percent
 * @property {number} lost
 * @property {string | null} why
 */
/**
 * @typedef {object} Analysis
 * @property {string} game
 * @property {string} position
 * @property {Mark | null} to_move
 * @property {boolean} solved
 * @property {RankedMove[]} moves
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {Board} board
 * @property {string} said
 * @property {number} chance of X, in percent
 * @property {string} verdict
 * @property {string | null} outcome
 */
/**
 * @typedef {object} ReviewedMove
 * @property {number} ply
 * @property {string} move
 * @property {Mark} mark
 * @property {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} judgement
 * @property {number} chance of X after the move, in percent
 * @property {number} before with the best move
 * @property {string} best
 * @property {string[]} line
 * @property {string} reason
 * @property {boolean} exact
 * @property {boolean} only
 * @property {string} sign
 */
/**
 * @typedef {object} Review
 * @property {string} game
 * @property {string} start
 * @property {Record<Mark, number | null>} accuracy
 * @property {Record<Mark, string>} errors
 * @property {number | null} chance
 * @property {number[]} turning_points
 * @property {ReviewedMove[]} moves
 */
/**
 * @typedef {object} CutMove
 * @property {string} move
 * @property {string} position
 * @property {string} boards
 * @property {number | null} visited
 */
/**
 * @typedef {object} SearchNode
 * @property {number} number
 * @property {string | null} move
 * @property {string} position
 * @property {Mark} to_move
 * @property {number | null} alpha
 * @property {number | null} beta
 * @property {number} score
 * @property {string} label
 * @property {number} skipped
 * @property {number} visited
 * @property {number} steps
 * @property {number | null} chosen
 * @property {SearchNode[] | null} children
 * @property {string | null} outcome
 * @property {string} boards
 * @property {string[][]} lines
 * @property {CutMove[]} cut
 * @property {string[]} said
 * @property {string | null} [right] in a student's own search: the value, where theirs is another
 * @property {boolean} [parts] in a student's own search: the first place that is wrong
 */
/**
 * @typedef {object} Search
 * @property {number} visited
 * @property {number} skipped
 * @property {boolean} complete
 * @property {number | null} minimax
 * @property {boolean} plain
 * @property {number} columns
 * @property {number} rows
 * @property {SearchNode} root
 */
/**
 * @typedef {object} LessonNode
 * @property {number} number
 * @property {string | null} move
 * @property {string} position
 * @property {Mark | null} to_move
 * @property {string | null} label
 * @property {string} said
 * @property {string[][]} lines
 * @property {LessonNode[]} children
 */
/** @typedef {{asked: string, place: number | null, answers: {text: string, right: boolean, said: string}[]}} Question */
/**
 * @typedef {object} Exercise
 * @property {string} kind
 * @property {number} seed
 * @property {string} title
 * @property {string} task
 * @property {string} position
 * @property {Mark} to_move
 * @property {string[]} legal
 * @property {LessonNode | null} tree
 * @property {Question[]} questions
 * @property {Search | null} search
 */

/**
 * @typedef {object} Poll
 * @property {string} code
 * @property {number} round
 * @property {string} game
 * @property {"value" | "move"} asked
 * @property {Board} board
 * @property {"teacher" | "student"} you
 * @property {boolean} revealed
 * @property {string | null} yours
 * @property {{value: string | null, moves: string[] | null, verdict: string, said: string, values: Record<string, string>} | null} answer
 * @property {{bet: string, count: number, right: boolean | null}[] | null} bars
 * @property {number | null} bets
 * @property {{name: string, bet: string, right: boolean | null}[] | null} names
 * @property {{link: string, reach: string, note: string} | null} invitation
 * @property {number} until
 */

export {};
