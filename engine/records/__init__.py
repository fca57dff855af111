"""Records of War: what is known, how it was found, and how more is hunted for and built."""
