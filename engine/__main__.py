"""`python -m engine`, the same as `war`."""

from engine.cli import run

if __name__ == "__main__":
    run()
