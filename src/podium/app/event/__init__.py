"""An event as a whole: its settings, rules, schedule, where it stands, and what a change would change."""
