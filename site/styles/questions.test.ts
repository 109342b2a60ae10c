import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicPages } from '../../cms/features-pages.ts'

test('every page that can have questions has their styles', () => {
  const withQuestions = globSync('site/pages/**/*.astro').filter((file) => {
    const [, page] = /openPage\(Astro\.locals, '([^']+)'/.exec(readFileSync(file, 'utf8')) ?? []
    return Object.values<string | undefined>(publicPages).includes(page)
  })
  expect(withQuestions.length).toBeGreaterThanOrEqual(Object.keys(publicPages).length)
  const unstyled = (file: string) => !readFileSync(file, 'utf8').includes('styles/questions.css')
  expect(withQuestions.filter(unstyled)).toEqual([])
})
