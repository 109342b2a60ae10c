// Rules on which module may import which. dependency-cruiser does not read pages (.astro), so biome.json has
// the same rules for them.
const pure = [
  '/(field-)?rules\\.ts$',
  '^cms/(features/pages|(features|platform)/(?!http/)[^/]+/pages|features/(events/manage|bookings/evening|check-in/door)/pages|platform/ui/(member-menu-entry|page-needs))\\.ts$',
  '^cms/(platform/mail/templates/styles|features/venue/(look/inks|hours/opening-hours|hours/served-days))\\.ts$',
  '^cms/features/content/(routes|text-names|position|title-lines)\\.ts$',
  '^cms/features/check-in/code\\.ts$',
  '^cms/platform/ui/as-words\\.ts$',
  '^cms/platform/staff/permissions\\.ts$',
  '^cms/platform/media/picture\\.ts$',
  '^cms/platform/http/texts/(clean-text|fill-in|slug)\\.ts$',
  '^cms/features/content/editing/(merge|previous-content|words-changed)\\.ts$',
].join('|')

const platform = '^cms/platform/'

// What islands and the admin both show, and what it needs in the browser.
const browser = '^cms/.+/ui/'

/**
 * A feature imports only features that are before it in this list. What it needs from a later one, it asks through a
 * port (`cms/platform/port.ts`).
 */
const features = [
  'venue',
  'content',
  'redirects',
  'ledger',
  'newsletter',
  'letters',
  'members',
  'nudges',
  'credit',
  'common-good',
  'till',
  'payments',
  'automations',
  'reservations',
  'events',
  'bookings',
  'lunch-run',
  'moments',
  'secret-kitchens',
  'enquiries',
  'check-in',
  'analytics',
  'dashboard',
]

/** What a feature may import from a later one, each with a reason. */
const fromLater = {
  // The names of the events that its calls count (a type). The later feature groups members by their interests.
  newsletter: '^cms/features/analytics/rules\\.ts$',
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Modules of a cycle are initialised in an order that depends on who imports them first.',
      severity: 'error',
      from: {},
      to: { circular: true },
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
          '^cms/platform/migrations/',
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
      to: {
        path: '^(cms|collections|payload\\.config)',
        pathNot: `${pure}|${browser}|/contract\\.ts$`,
      },
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
      from: { path: '^cms/(features|platform)/.+/(service|records|rules|contract)\\.ts$' },
      to: { path: '/(endpoints|calls)\\.ts$|^collections/|^site/|^islands/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'The platform gets features only through their manifests.',
      severity: 'error',
      // The admin's import map is exempt, because it is generated from the features.
      from: { path: platform, pathNot: '\\.test\\.tsx?$|/importMap\\.js$' },
      to: { path: '^cms/(app|features)/' },
    },
    {
      name: 'features-know-no-application',
      comment: 'The application lists the features and starts them. A feature works in any list.',
      severity: 'error',
      from: { path: '^cms/(features|platform)/', pathNot: '\\.test\\.tsx?$|/importMap\\.js$' },
      to: { path: '^cms/app/' },
    },
    {
      name: 'server-imports-no-islands',
      comment: 'What islands and the admin share is in `ui` folders below cms/.',
      severity: 'error',
      from: { path: '^cms/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^islands/' },
    },
    {
      name: 'server-imports-no-site',
      comment: 'Pages use features. What both draw belongs to the feature.',
      severity: 'error',
      from: { path: '^cms/(features|platform)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^site/' },
    },
    {
      name: 'collections-are-paired-by-the-configuration',
      comment: 'Collections use features; `payload.config.ts` pairs both.',
      severity: 'error',
      from: { path: '^cms/(features|platform)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^collections/' },
    },
    ...features.slice(0, -1).map((feature, index) => ({
      name: 'features-import-earlier-features',
      comment:
        'Dependencies between features run in one direction. See the list `features` in this file.',
      severity: 'error',
      from: { path: `^cms/features/${feature}/`, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: `^cms/features/(${features.slice(index + 1).join('|')})/`,
        ...(fromLater[feature] && { pathNot: fromLater[feature] }),
      },
    })),
    {
      name: 'features-have-an-order',
      comment: 'Each feature is in the list `features` in this file.',
      severity: 'error',
      from: {},
      to: { path: '^cms/features/[^/]+/', pathNot: `^cms/features/(${features.join('|')})/` },
    },
    {
      name: 'configuration-is-for-entry-points',
      comment: 'Everything else gets `payload` as an argument.',
      severity: 'error',
      from: {
        path: '^cms/(features|platform)/',
        pathNot: '\\.test\\.tsx?$|^cms/platform/(admin/app/|staff/cli\\.ts$)',
      },
      to: { path: '^payload\\.config\\.ts$' },
    },
    {
      name: 'own-tables-only',
      comment: "A module reads another feature's tables through that feature's service.",
      severity: 'error',
      from: { path: '^cms/([^/]+/[^/]+)/', pathNot: '\\.test\\.ts$' },
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
      comment: 'The site shows any venue.',
      severity: 'error',
      from: { path: '^(collections|site|islands)/' },
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
    exclude: {
      path: '^(dist|\\.astro|cms/platform/admin/\\.next|cms/platform/payload/payload-types\\.ts)',
    },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
