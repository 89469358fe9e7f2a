"""`python -m noughts` and the command `noughts`."""


def main() -> None:
    from noughts.cli import main as run

    run()


if __name__ == "__main__":
    main()
