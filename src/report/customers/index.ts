// Customers and their journeys.
