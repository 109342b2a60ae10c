import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the image leaves metrics on the address that the program chooses', () => {
  const image = readFileSync('Dockerfile', 'utf8')
  expect(image).not.toContain('METRICS_')
  expect(image.match(/^EXPOSE.*$/gm)).toEqual(['EXPOSE 3000'])
})
