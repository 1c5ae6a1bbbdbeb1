"""The vocabulary every other room speaks: ids, points, results, players, dice and errors."""
