"""Play in the browser: a JSON API, live events and a page that draws what it is sent."""
