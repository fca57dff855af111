"""What charts share: themes, axes, panels, words."""
