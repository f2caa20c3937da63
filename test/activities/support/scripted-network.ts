import assert from 'node:assert/strict';
import { createServer } from 'node:http';

/** A request that the network got. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly key: string | undefined;
  readonly body: string;
}

export interface NetworkAnswer {
  readonly status: number;
  readonly body: object;
}

/** The sandbox network's other side for one suite: it answers as told and remembers what it was asked. */
export interface ScriptedNetwork {
  readonly settings: () => Readonly<Record<string, unknown>>;
  readonly heard: () => readonly ReceivedRequest[];
  /**
   * What it answers from now on to a creation (POST), to a question (GET) and to a deletion; several answers to questions
   * are given one after the other, the last one ever after.
   */
  readonly answer: (script: {
    readonly POST?: NetworkAnswer;
    readonly GET?: NetworkAnswer | readonly [NetworkAnswer, ...NetworkAnswer[]];
    readonly DELETE?: NetworkAnswer;
  }) => void;
}

/** Listens on the loopback during the suite; call it inside `describe`. Before each test it forgets everything. */
export function scriptedNetwork(): ScriptedNetwork {
  let heard: ReceivedRequest[] = [];
  let answers: Readonly<Record<string, NetworkAnswer | readonly NetworkAnswer[]>> = {};
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      heard.push({ method, url, key: headers['idempotency-key']?.toString(), body });
      const [answer = { status: 500, body: {} }, ...later] = [answers[method] ?? []].flat();
      if (later.length > 0) answers = { ...answers, [method]: later };
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
  });
  before((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  beforeEach(() => {
    heard = [];
    answers = {};
  });
  after((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return {
    settings: () => {
      const address = server.address();
      assert.ok(address && typeof address === 'object');
      const url = `http://127.0.0.1:${address.port}`;
      return { url, account: 'pearl', secret_key: 'sk_test', callback_secret: 'cs_test' };
    },
    heard: () => heard,
    answer: (script) => {
      answers = { ...answers, ...script };
    },
  };
}
