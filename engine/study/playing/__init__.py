"""How jobs are played: cut into spans of games, handed to workers, added up; by the page and the terminal."""
