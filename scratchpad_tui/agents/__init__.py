"""How agents reach the core: schemas of its tools."""
