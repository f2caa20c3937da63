// Makes the three members one replica set, once, and ends when there is a primary.
/* global rs, db, sleep */
try {
  rs.status();
} catch {
  rs.initiate({
    _id: 'rs0',
    members: ['mongo1', 'mongo2', 'mongo3'].map((name, _id) => ({ _id, host: `${name}:27017` })),
  });
}
while (!db.hello().primary) sleep(200);
