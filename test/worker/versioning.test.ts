import assert from 'node:assert/strict';
import { deploymentOf } from '../../worker/versioning.ts';
import * as plain from '../../workflows/index.ts';
import * as workflows from '../../workflows/versioned.ts';

describe('the versions of workers', () => {
  it('leave a transaction with the release that began it, and hand on what lives for days', () => {
    const behaviours = Object.entries(workflows).map(([name, type]) => [
      name,
      (type as { workflowDefinitionOptions?: { versioningBehavior?: string } })
        .workflowDefinitionOptions?.versioningBehavior,
    ]);
    assert.deepEqual(Object.keys(workflows), Object.keys(plain));
    const pinned = behaviours.filter(([, behaviour]) => behaviour === 'PINNED');
    assert.deepEqual(pinned, [['transaction', 'PINNED']]);
    assert.deepEqual(
      behaviours.filter(([, behaviour]) => behaviour !== 'PINNED' && behaviour !== 'AUTO_UPGRADE'),
      [],
    );
  });

  it('are none where no deployment is named', () => {
    assert.equal(deploymentOf(undefined, { version: '0.1.0' }), undefined);
  });

  it('are those of their releases, so that two releases are told apart', () => {
    const commit = '7edcc8b0123456789abcdef0123456789abcdef0';
    assert.deepEqual(deploymentOf('sarraf', { version: '0.1.0', commit })?.version, {
      deploymentName: 'sarraf',
      buildId: '0.1.0-7edcc8b01234',
    });
    assert.deepEqual(deploymentOf('sarraf', { version: '0.1.0' })?.version, {
      deploymentName: 'sarraf',
      buildId: '0.1.0',
    });
    assert.equal(deploymentOf('sarraf', { version: '0.1.0' })?.useWorkerVersioning, true);
  });
});
