// Run once by the database's own entry script: the user of MONGO_URL, who can reach the one database.
db.getSiblingDB('sello').createUser({
  user: 'sello',
  pwd: process.env.MONGO_PASSWORD,
  roles: [
    { role: 'readWrite', db: 'sello' },
    { role: 'dbAdmin', db: 'sello' },
  ],
});
