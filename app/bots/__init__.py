"""Where bots think: views and memory in, a command out, in processes of their own."""
