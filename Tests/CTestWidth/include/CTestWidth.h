// Nothing to call: linking this target bounds how many tests run side by side. See width.c.
