import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

test.each([
  [[[false, false]], ''],
  [[[true]], 'M0 0h1v1h-1z'],
  [[[true, true, false, true]], 'M0 0h2v1h-2zM3 0h1v1h-1z'],
  [
    [
      [false, true],
      [true, false],
    ],
    'M1 0h1v1h-1zM0 1h1v1h-1z',
  ],
])(
  'the SVG path of the QR code %j has one rectangle for each run of dark modules',
  (rows, path) => {
    expect(qrPath(rows)).toBe(path)
  },
)
