// Nothing is called from here: what this target does, it does before the program begins.
