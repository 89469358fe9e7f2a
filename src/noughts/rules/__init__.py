"""The rules of every game: line games (m,n,k; classic is 3,3,3) and Ultimate."""
