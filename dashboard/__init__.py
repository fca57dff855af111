"""The dashboard: what a person sees. `engine` does the work; pages here are thin."""
