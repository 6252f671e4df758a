import path from 'node:path';
import ts from 'typescript';

export type JsonSchema = { [keyword: string]: unknown };

/** JSON Schema of the arguments of every Bot API method; `$defs` holds the object types they share. */
export interface BotApiSchema {
  version: string;
  methods: Record<string, JsonSchema>;
  $defs: Record<string, JsonSchema>;
}

const projectRoot = path.resolve(import.meta.dirname, '../..');
const entryFile = path.join(projectRoot, 'bot-api-methods.virtual.ts');
const entryText = `import type { ApiMethods } from 'grammy/types';\nexport type Methods = ApiMethods;\n`;

/** Reads the argument types of all methods out of grammY's type declarations. Takes one to two seconds. */
export function generateBotApiSchema(version: string): BotApiSchema {
  const program = createProgram();
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entryFile);
  const alias = source?.statements.find((statement) => ts.isTypeAliasDeclaration(statement));
  if (!source || !alias) throw new Error('The virtual entry file has no type.');
  const walker = new SchemaWalker(checker);
  const methods: Record<string, JsonSchema> = {};
  for (const method of checker.getTypeAtLocation(alias).getProperties()) {
    const signature = checker.getTypeOfSymbolAtLocation(method, source).getCallSignatures()[0];
    const parameter = signature?.getParameters()[0];
    methods[method.name] = parameter
      ? walker.argumentsSchema(checker.getTypeOfSymbolAtLocation(parameter, source))
      : { type: 'object', properties: {}, additionalProperties: false };
  }
  if (Object.keys(methods).length < 100) throw new Error('grammY has no method types where they were expected.');
  return { version, methods, $defs: walker.definitions };
}

function createProgram(): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile;
  host.getSourceFile = (name, ...rest) =>
    path.resolve(name) === entryFile
      ? ts.createSourceFile(name, entryText, ts.ScriptTarget.ES2022, true)
      : readSource(name, ...rest);
  const fileExists = host.fileExists;
  host.fileExists = (name) => path.resolve(name) === entryFile || fileExists(name);
  return ts.createProgram([entryFile], options, host);
}

class SchemaWalker {
  readonly definitions: Record<string, JsonSchema> = {};
  readonly #names = new Map<ts.Type, string>();
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** An argument object stands in place; everything below it is shared through `$defs`. */
  argumentsSchema(type: ts.Type): JsonSchema {
    const parts = withoutUndefined(type);
    const only = parts.length === 1 ? parts[0] : undefined;
    return only && isPlainObject(only) ? this.#objectSchema(only) : this.#schema(type);
  }

  #schema(declared: ts.Type): JsonSchema {
    const type = this.#checker.getNonNullableType(declared);
    const primitive = primitiveSchema(type);
    if (primitive) return primitive;
    if (type.isUnion() && type.types.every((part) => primitiveSchema(part))) return this.#unionSchema(type);
    if (type.getSymbol()?.name === 'InputFile') return { 'x-file': true };
    const item = this.#itemType(type);
    if (item) return { type: 'array', items: this.#schema(item) };
    return { $ref: `#/$defs/${this.#definitionName(type)}` };
  }

  #unionSchema(type: ts.UnionType): JsonSchema {
    const literals = type.types.filter((part) => part.isLiteral()).map((part) => part.value);
    if (literals.length === type.types.length) return { enum: literals };
    return { anyOf: type.types.map((part) => this.#schema(part)) };
  }

  #itemType(type: ts.Type): ts.Type | undefined {
    const name = type.getSymbol()?.name;
    if (name !== 'Array' && name !== 'ReadonlyArray' && !this.#checker.isTupleType(type)) return undefined;
    return this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  }

  /** The name is taken before the definition is written, so that a type may contain itself. */
  #definitionName(type: ts.Type): string {
    const known = this.#names.get(type);
    if (known) return known;
    const base =
      (type.aliasSymbol ?? type.getSymbol())?.name.replace(/^__type$|\W/g, '') || (type.isUnion() ? 'Union' : 'Object');
    let name = base;
    for (let i = 2; name in this.definitions; i += 1) name = `${base}${i}`;
    this.#names.set(type, name);
    this.definitions[name] = {};
    this.definitions[name] = type.isUnion() ? this.#unionSchema(type) : this.#objectSchema(type);
    return name;
  }

  #objectSchema(type: ts.Type): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const propertyType = this.#checker.getTypeOfSymbol(property);
      if (withoutUndefined(propertyType).every((part) => part.flags & ts.TypeFlags.Never)) continue;
      properties[property.name] = this.#schema(propertyType);
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    return { type: 'object', properties, required, additionalProperties: false };
  }
}

function primitiveSchema(type: ts.Type): JsonSchema | undefined {
  if (type.isLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: isTrueType(type) };
  if (type.flags & ts.TypeFlags.String) return { type: 'string' };
  if (type.flags & ts.TypeFlags.TemplateLiteral) return { type: 'string' };
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
  return undefined;
}

function isTrueType(type: ts.Type): boolean {
  return (type as ts.Type & { intrinsicName?: string }).intrinsicName === 'true';
}

function isPlainObject(type: ts.Type): boolean {
  return !type.isUnion() && Boolean(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection));
}

function withoutUndefined(type: ts.Type): ts.Type[] {
  const parts = type.isUnion() ? type.types : [type];
  return parts.filter((part) => !(part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)));
}
