import { describe, expect, test } from 'vitest'
import { readImportGraph } from '../support/import-graph.ts'
import { selectTests } from '../support/related-tests.ts'

/** A program with the features `bar`, `events` and more, of which `letters` uses `events`, and a platform. */
const sources = new Map(
  Object.entries({
    'payload.config.ts': "import { features } from './cms/app/features.ts'",
    'cms/app/features.ts': ['bar', 'events', 'letters', 'news', 'till', 'trash', 'venue']
      .map((name) => `import { ${name} } from '../features/${name}/feature.ts'`)
      .join('\n'),
    'cms/app/start.ts': "import '@payload-config'",
    'cms/features/bar/feature.ts': "import { order } from './service.ts'",
    'cms/features/bar/service.ts': "import { send } from '../../platform/http/send.ts'",
    'cms/features/events/feature.ts':
      "import { events } from '../../../collections/events.ts'\nimport { calls } from './calls.ts'",
    'cms/features/events/calls.ts':
      "import { reserve } from './guest/reserve.ts'\ncall({\n  path: '/calendar/reserve',\n})",
    'cms/features/events/guest/reserve.ts':
      "import {\n  places,\n} from '../rules.ts'\nimport { send } from '../../../platform/http/send.ts'",
    'cms/features/events/rules.ts': 'export const places = 3',
    'cms/features/events/rules.test.ts': "import { places } from './rules.ts'",
    'cms/features/letters/feature.ts': "import { upcoming } from './upcoming.ts'",
    'cms/features/letters/upcoming.ts': "import { places } from '../events/rules.ts'",
    'cms/features/letters/events/block.ts': "import { send } from '../../../platform/http/send.ts'",
    'cms/features/news/feature.ts':
      "import type { Rules } from '../events/rules.ts'\nimport { type Place, type Rule } from '../events/rules.ts'",
    'cms/features/till/feature.ts': "import { send } from '../../platform/http/send.ts'",
    'cms/features/trash/feature.ts': "import { send } from '../../platform/http/send.ts'",
    'cms/features/venue/feature.ts': '',
    'cms/platform/http/send.ts': "const later = await import('./later.ts')",
    'cms/platform/http/later.ts': '',
    'cms/platform/http/later.test.ts': "import './later.ts'",
    'collections/index.ts':
      "import { events } from './events.ts'\nexport const ownedRecords = {\n  events: { collections: [recoverable(events)] },\n}",
    'collections/events.ts': "export const events = { slug: 'events' }",
    'islands/transition/overlay.ts': '',
    'site/pages/calendar.astro':
      "---\nimport { places } from '../../cms/features/events/rules.ts'\n---",
    'tests/e2e/events-admin.spec.ts': '',
    'tests/e2e/transitions.spec.ts': '',
    'tests/faults/event.test.ts': '',
    'tests/integration/access.test.ts': '',
    'tests/integration/bar.test.ts': "import { drink } from '../support/drink.ts'",
    'tests/integration/drinks.test.ts': "import '../support/server.ts'",
    'tests/integration/eventful.test.ts': "import '../support/server.ts'",
    'tests/integration/events-guest.test.ts': '',
    'tests/integration/http-pages.test.ts': '',
    'tests/integration/letters.test.ts': "test('a letter shows events', () => {})",
    'tests/integration/letters-races.test.ts': "test('a letter is sent once', () => {})",
    'tests/integration/news.test.ts': "test('news of events', () => {})",
    'tests/integration/races.test.ts': "call('/api/calendar/reserve')\ncall('/api/events')",
    'tests/integration/walk.test.ts': "get('/api/events')\nget('/cafe')\nget('/hall')",
    'tests/support/drink.ts': '',
    'tests/support/server.ts': '',
  }),
)

const select = (...names: string[]) => selectTests(sources, names)
const filesOf = (selected: { file: string }[]) => selected.map(({ file }) => file.split('/').at(-1))

describe('a feature', () => {
  const events = select('events')

  test('is found in any folder, with its collection', () => {
    expect(events.touched.sort()).toEqual([
      'cms/features/events/calls.ts',
      'cms/features/events/feature.ts',
      'cms/features/events/guest/reserve.ts',
      'cms/features/events/rules.test.ts',
      'cms/features/events/rules.ts',
      'collections/events.ts',
    ])
    expect(events.subjects).toEqual(['events'])
  })

  test('has the tests that are named after it or use its paths, and the walk of all accesses', () => {
    expect(filesOf(events.integration)).toEqual([
      'access.test.ts',
      'events-guest.test.ts',
      'letters.test.ts',
      'races.test.ts',
    ])
    expect(filesOf(events.faults)).toEqual(['event.test.ts'])
    expect(filesOf(events.e2e)).toEqual(['events-admin.spec.ts'])
    expect(events.unit).toEqual(['cms/features/events/rules.test.ts'])
  })

  test('is reached by features that import more than its types', () => {
    expect(events.reached).toEqual(['letters'])
    expect(events.integration.find(({ file }) => file.includes('letters'))?.why).toBe(
      'letters imports events, and the test names it',
    )
  })
})

describe('a file', () => {
  test('that few import does not reach other features', () => {
    const { reached, unit, subjects } = select('cms/features/events/guest/reserve.ts')
    expect([reached, unit, subjects]).toEqual([[], [], ['events']])
  })

  test('that only a unit test imports has no other test', () => {
    const { unit, integration, e2e } = select('cms/features/letters/events/block.ts')
    expect(unit).toEqual([])
    expect(filesOf(integration)).toEqual(['letters-races.test.ts', 'letters.test.ts'])
    expect(e2e).toEqual([])
  })

  test('of the platform reaches many features, whose tests are left out', () => {
    const later = select('cms/platform/http/later.ts')
    expect(later.isWide).toBe(true)
    expect(filesOf(later.integration)).toEqual(['http-pages.test.ts'])
    expect(later.unit).toEqual(['cms/platform/http/later.test.ts'])
  })

  test('of the site has the tests that are named like its folder', () => {
    expect(filesOf(select('islands/transition/overlay.ts').e2e)).toEqual(['transitions.spec.ts'])
  })

  test('of the tests is run, or the tests that import it', () => {
    expect(select('tests/integration/drinks.test.ts').integration).toEqual([
      { file: 'tests/integration/drinks.test.ts', why: 'changed' },
    ])
    expect(select('tests/support/drink.ts').integration).toEqual([
      { file: 'tests/integration/bar.test.ts', why: 'imports changed test code' },
    ])
    const server = select('tests/support/server.ts')
    expect([server.isWide, server.integration]).toEqual([true, []])
  })
})

test('a name that is no folder and no file is reported', () => {
  expect(select('event', 'bar').unknown).toEqual(['event'])
})

test('imports of types alone are left out of the graph', () => {
  expect([...(readImportGraph(sources).imports.get('cms/features/news/feature.ts') ?? [])]).toEqual(
    [],
  )
})
