"""All writes to tables, one function each, for views, jobs and the admin alike."""
