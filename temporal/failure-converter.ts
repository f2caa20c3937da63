import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Moves an error's message and stack into a payload, which the codec encrypts. Its type stays in clear. The SDK finds
 * this by the file's path and the export's name, in the process and in the workflows' bundle.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
