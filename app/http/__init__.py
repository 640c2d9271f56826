"""One thin router per resource: parse, call the use case, answer. Errors are codes with parameters."""
