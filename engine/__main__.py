"""`python -m engine`, the same as `war`."""

from engine.cli.main import run

if __name__ == "__main__":
    run()
