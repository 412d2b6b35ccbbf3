package driver

// CommandNames are the words for which there is a help, in its order.
func CommandNames() []string { return commandNames() }
