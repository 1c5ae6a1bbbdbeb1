"""People: accounts, what proves who somebody is, and the audit of what was changed about them."""
