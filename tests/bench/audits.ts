import lighthouse from 'lighthouse'
import { median } from './load.ts'
import type { Row } from './table.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Audit = Record<(typeof categories)[number], number> & {
  shift: number
  paintMs: number
  failed: string[]
}

/** Runs Lighthouse for a phone on a slow connection. @returns the medians of `runs` audits */
export async function audit(url: string, debuggingPort: number, runs: number): Promise<Audit> {
  const results: Audit[] = []
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, { port: debuggingPort, logLevel: 'error', output: 'json' })
    if (!result) throw new Error(`Lighthouse could not look at ${url}`)
    const { lhr } = result
    const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
    results.push({
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      paintMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      failed: Object.values(lhr.audits)
        .filter(
          ({ score: each, scoreDisplayMode }) =>
            each !== null &&
            each < 0.9 &&
            scoreDisplayMode !== 'informative' &&
            scoreDisplayMode !== 'metricSavings',
        )
        .map(({ id }) => id),
    })
  }
  const medianOf = (key: Exclude<keyof Audit, 'failed'>) => median(results.map((each) => each[key]))
  return {
    performance: medianOf('performance'),
    accessibility: medianOf('accessibility'),
    'best-practices': medianOf('best-practices'),
    seo: medianOf('seo'),
    shift: medianOf('shift'),
    paintMs: medianOf('paintMs'),
    failed: [...new Set(results.flatMap((each) => each.failed))],
  }
}

/** The worst value of each measurement over all pages. */
export function auditRows(audits: Map<string, Audit>): Row[] {
  const all = [...audits.values()]
  const lowestScore = (key: (typeof categories)[number]) =>
    Math.min(...all.map((each) => each[key]))
  return [
    {
      what: 'Lighthouse mobile, performance, worst page',
      value: lowestScore('performance'),
      unit: '',
      goal: { atLeast: 99 },
    },
    ...(['accessibility', 'best-practices', 'seo'] as const).map((key) => ({
      what: `Lighthouse mobile, ${key}, worst page`,
      value: lowestScore(key),
      unit: '',
      goal: { atLeast: 100 },
    })),
    {
      what: 'Layout shift, worst page',
      value: Math.max(...all.map((each) => each.shift)),
      unit: '',
      goal: { atMost: 0 },
    },
    {
      what: 'Largest paint, worst page (home: below the intro)',
      value: Math.max(...all.map((each) => each.paintMs)) / 1000,
      unit: 's',
      goal: { atMost: 1.5 },
    },
  ]
}
