"""What stands between the server and the routes, in this order: `request_log` counts a request and answers faults,
`answer_cache` has one rendering for a crowd, `limiter` lets so many in at once as `queue` says, `language`
says in which language it is answered."""
