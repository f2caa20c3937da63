import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { asyncApiDocument, catalogue } from '../../api/asyncapi/document.ts';
import { cataloguePage } from '../../api/asyncapi/page.ts';
import { jsonSchemaOf } from '../../api/openapi/shapes.ts';
import { operationEvent } from '../../api/operations/answer.ts';
import { resultAnswer } from '../../api/payments/answer.ts';
import { alertEvent } from '../../api/tasks/alert-event.ts';
import { EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { standardMessage } from '../../domain/webhook/canonical.ts';

describe('the catalogue of events', () => {
  const document = JSON.parse(JSON.stringify(asyncApiDocument()));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const narrow = {
    payment: ajv.compile(jsonSchemaOf(resultAnswer, { open: false })),
    operation: ajv.compile(jsonSchemaOf(operationEvent, { open: false })),
    alert: ajv.compile(jsonSchemaOf(alertEvent, { open: false })),
  };

  it('has every type of event once, in the document and on the page', () => {
    assert.deepEqual(Object.keys(document.components.messages), EVENT_TYPES);
    assert.deepEqual(Object.keys(document.channels.webhooks.messages), EVENT_TYPES);
    const page = cataloguePage();
    for (const type of EVENT_TYPES) assert.equal(page.split(`<h2 id="${type}">`).length, 2, type);
  });

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    assert.ok(references.length > EVENT_TYPES.length);
    for (const [, path = ''] of references) {
      const found = path.split('/').reduce((node, key) => node?.[key], document);
      assert.ok(found, path);
    }
  });

  for (const { type, schema, example } of catalogue())
    it(`shows of ${type} an example that is one`, () => {
      const validate = narrow[schema];
      assert.ok(validate(example), ajv.errorsText(validate.errors));
      assert.ok(standardMessage(JSON.parse(JSON.stringify(example))).length > 0);
    });
});
