"""Tournament report files in the app: a tournament read from one, and written as one."""
