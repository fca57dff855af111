"""The parts that charts share: themes, axes, panels, words."""
