select {id:UUID} as session_id
