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

/** Every file below a directory. */
export function filesBelow(directory: string): readonly Leftover[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { name: path.slice(directory.length + 1), bytes: withoutEmptyEnd(readFileSync(path)) };
    });
}

const EMPTY = Buffer.alloc(64 * 1024);

/** A database takes the room of its journal in advance: a hundred megabytes of zeros, of which nothing is kept here. */
function withoutEmptyEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end >= EMPTY.length && bytes.subarray(end - EMPTY.length, end).equals(EMPTY))
    end -= EMPTY.length;
  return end === bytes.length ? bytes : Buffer.from(bytes.subarray(0, end));
}
