// Rules on which module may import which. dependency-cruiser does not read pages (.astro), so biome.json has
// the same rules for them.
const pure = [
  '/(field-)?rules\\.ts$',
  '^cms/(features-pages|(?!http/)[^/]+/pages|events/manage/pages)\\.ts$',
  '^cms/(brand-colors|venue/(inks|opening-hours|served-days))\\.ts$',
  '^cms/content/(routes|text-names|position|title-lines)\\.ts$',
  '^collections/fields/as-words\\.ts$',
  '^cms/media/picture\\.ts$',
  '^cms/http/(clean-text|fill-in)\\.ts$',
  '^cms/editing/(merge|previous-content|words-changed)\\.ts$',
].join('|')

const platform =
  '^cms/(http|jobs|mail|push|database|limits|media|crypto|admin|staff|audit|security|webauthn)/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Modules of a cycle are initialised in an order that depends on who imports them first.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'No module imports it, and no command starts it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.(test|spec)\\.tsx?$',
          '\\.d\\.ts$',
          '^[^/]+\\.(ts|mjs)$',
          '^cms/migrations/',
          '^site/',
          '^islands/',
        ],
      },
      to: {},
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules are pure functions. They use no clock, database or framework.',
      severity: 'error',
      from: { path: pure, pathNot: '^islands/' },
      to: { pathNot: `${pure}|^node_modules/diff/` },
    },
    {
      name: 'islands-take-rules-and-contract-types',
      comment: 'From the server’s code, islands import only pure files and the types of contracts.',
      severity: 'error',
      from: { path: '^islands/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(cms|collections|payload\\.config)', pathNot: `${pure}|/contract\\.ts$` },
    },
    {
      name: 'islands-take-only-types-of-contracts',
      comment: 'The schemas of contracts would load zod in the browser.',
      severity: 'error',
      from: { path: '^islands/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '/contract\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'islands-import-no-server-code',
      comment: 'Islands run in the browser.',
      severity: 'error',
      from: { path: '^islands/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(site|tests)/|node_modules/(payload|@payloadcms|next|pg|sharp|pino)(/|$)' },
    },
    {
      name: 'services-do-not-import-callers',
      comment: 'Endpoints, collections and pages call services. Services import none of them.',
      severity: 'error',
      from: { path: '^cms/[^/]+/(service|records|rules|contract)\\.ts$' },
      to: { path: '/(endpoints|calls)\\.ts$|^collections/|^site/|^islands/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'The platform gets features only through their manifests.',
      severity: 'error',
      // The admin's import map is exempt, because it is generated from the features.
      from: { path: platform, pathNot: '\\.test\\.tsx?$|/importMap\\.js$' },
      to: { path: '^cms/[^/]+/', pathNot: `${platform}|^cms/migrations/` },
    },
    {
      name: 'own-tables-only',
      comment: "A module reads another feature's tables through that feature's service.",
      severity: 'error',
      from: { path: '^cms/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^cms/.+/(queries|tables?)(\\.ts$|/)',
        pathNot: '^cms/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tables-belong-to-services',
      comment: 'Collections, pages and islands read tables through services.',
      severity: 'error',
      from: { path: '^(collections|site|islands)/' },
      to: { path: '^cms/.+/(queries|tables?)(\\.ts$|/)' },
    },
    {
      name: 'site-needs-no-demo',
      comment: 'Only the commands that draw the demo venue’s pictures import its modules.',
      severity: 'error',
      from: { path: '^(collections|site|islands)/', pathNot: '^site/art/commands/' },
      to: { path: '/demo/' },
    },
    {
      name: 'nothing-needs-tests',
      comment: 'The product works without the tests’ modules.',
      severity: 'error',
      from: { pathNot: '^tests/|\\.(test|spec)\\.tsx?$|^(vitest|playwright)\\.config\\.ts$' },
      to: { path: '^tests/|\\.(test|spec)\\.tsx?$' },
    },
    {
      name: 'declared-dependencies',
      comment: 'Imported packages are listed in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-tools-in-production',
      comment: '`npm ci --omit=dev` installs no development dependencies.',
      severity: 'error',
      from: {
        path: '^(cms|collections|site|islands)/|^payload\\.config',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.astro|cms/admin/\\.next|cms/payload-types\\.ts)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
