"""Six lessons on minimax: their texts, their exercises, a zoo of wrong programs, and worksheets."""
