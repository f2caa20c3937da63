/** As much of an OpenAPI 3.1 document as its page shows. */
export interface ApiDocument {
  readonly info: {
    readonly title: string;
    readonly summary?: string;
    readonly description?: string;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
}

export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: ApiContent };
  readonly responses: Readonly<Record<string, ApiAnswer>>;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

export interface ApiAnswer {
  readonly description: string;
  readonly content?: ApiContent;
}

export type ApiContent = Readonly<Record<string, { readonly schema?: ApiSchema }>>;

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What the page needs besides the description itself. */
export interface ReferenceFacts {
  readonly document: ApiDocument;
  readonly stylesheetUrl: string;
  /** The bodies of the examples, by `operationId`. Names such as `$SESSION_ID` are variables of the reader's shell. */
  readonly bodies: Readonly<Record<string, object>>;
}

/** One route of the description. */
export interface ApiRoute extends ApiOperation {
  readonly method: string;
  readonly path: string;
}

/** Every route, in the order of the description. */
export function routesOf({ paths }: ApiDocument): readonly ApiRoute[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}
