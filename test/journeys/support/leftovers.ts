import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mongo } from 'mongoose';

export interface Leftover {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every document of every database of a server as JSON, the log of its replica set included: its files are compressed. */
export async function allDocuments(uri: string): Promise<readonly Leftover[]> {
  const client = new mongo.MongoClient(uri);
  try {
    const { databases } = await client.db('admin').admin().listDatabases();
    const found: Leftover[] = [];
    for (const { name } of databases) {
      const database = client.db(name);
      for (const collection of await database.listCollections().toArray()) {
        if (collection.type !== 'collection') continue;
        const documents = await database.collection(collection.name).find().toArray();
        const bytes = Buffer.from(documents.map((one) => JSON.stringify(one)).join('\n'));
        found.push({ name: `${name}.${collection.name}`, bytes });
      }
    }
    return found;
  } finally {
    await client.close();
  }
}

/** Every file below a directory. One at a time: a database's journal is large. */
export function* filesBelow(directory: string): Generator<Leftover> {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield { name: path.slice(directory.length + 1), bytes: withoutEmptyEnd(readFileSync(path)) };
  }
}

/** A database takes the room of its journal in advance: a hundred megabytes of zeros. */
function withoutEmptyEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
