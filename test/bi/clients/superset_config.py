"""A Superset for a test: its own database, and nothing that it would ask others for."""

import os

SECRET_KEY = "a secret of a test that nobody else knows"
SQLALCHEMY_DATABASE_URI = f"sqlite:///{os.environ['SUPERSET_HOME']}/superset.db"
CACHE_CONFIG = DATA_CACHE_CONFIG = {"CACHE_TYPE": "NullCache"}
PREVENT_UNSAFE_DB_CONNECTIONS = False
WTF_CSRF_ENABLED = False
