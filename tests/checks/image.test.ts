import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the image keeps the default address of the metrics server, and exposes only the port of the site', () => {
  const image = readFileSync('Dockerfile', 'utf8')
  expect(image).not.toContain('METRICS_')
  expect(image.match(/^EXPOSE.*$/gm)).toEqual(['EXPOSE 3000'])
})
