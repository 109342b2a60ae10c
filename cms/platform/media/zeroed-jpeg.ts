// Damaged storage and broken copies leave whole blocks of zeros, of 512 bytes or more.
const minZeroedBytes = 256

const startOfScan = 0xda
const cmykComponents = 4
const huffmanTables = 0xc4
const isProgressiveFrame = (marker: number) => marker === 0xc2 || marker === 0xca
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc3
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/**
 * Whether a part of a JPEG’s pixels was overwritten by zeros. Decoders read zeros as pixels, often without an error, and
 * everything after them is noise. Source: ITU-T T.81, annexes B and C.
 * @param maxTail the part of a scan that may be zeros at its end
 * @returns `perhaps` if the zeros can also be an area of one colour, and where the last scan ends
 */
export function findZeroedData(
  jpeg: Buffer,
  maxTail: number,
): { isZeroed: 'no' | 'perhaps' | 'yes'; end: number } {
  let end = 0
  let hasZeros = false
  let canBeFlat = false
  let areAllFlat = true
  for (const { marker, content, scan } of segmentsOf(jpeg)) {
    // The scans of a progressive JPEG refine values, and the bits of a refinement may all be zeros.
    if (isProgressiveFrame(marker)) canBeFlat = true
    // In CMYK, an area without one of the inks is many zeros.
    if (isFrame(marker) && content[5] === cmykComponents) return { isZeroed: 'no', end }
    if (marker === huffmanTables && !areFlatBlocksZeros(content)) areAllFlat = false
    if (!scan) continue
    end = scan.byteOffset - jpeg.byteOffset + scan.length
    if (hasZeroRun(scan, maxTail)) hasZeros = true
  }
  if (!hasZeros) return { isZeroed: 'no', end }
  return { isZeroed: canBeFlat || areAllFlat ? 'perhaps' : 'yes', end }
}

type Segment = { marker: number; content: Buffer; scan: Buffer | null }

/** The segments of a JPEG, and the pixels after each start of a scan. Bytes between segments are skipped. */
function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = jpeg[at] === 0xff ? (jpeg[at + 1] ?? 0) : 0
    if (marker === 0xd9) return
    if (marker === 0 || marker === 0xff || isRestart(marker)) {
      at++
      continue
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    const next = marker === startOfScan ? endOfScan(jpeg, end) : end
    const scan = marker === startOfScan ? jpeg.subarray(end, next) : null
    yield { marker, content: jpeg.subarray(at + 4, end), scan }
    at = next
  }
}

/** Where the pixels end that begin at `start`: at the next marker that is not within them. */
function endOfScan(jpeg: Buffer, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return jpeg.length
}

function hasZeroRun(scan: Buffer, maxTail: number): boolean {
  const zeros = Buffer.alloc(minZeroedBytes)
  const start = scan.indexOf(zeros)
  if (start < 0) return false
  const isTail = scan.subarray(start).every((byte) => byte === 0)
  return !isTail || scan.length - start > maxTail * scan.length
}

/**
 * Whether blocks of one colour can consist of zeros only, by each table in a segment. The first symbol of a table has
 * the code of zeros; in such a block, the symbol after the first is the end of the block, which is 0.
 */
function areFlatBlocksZeros(tables: Buffer): boolean {
  for (let at = 0; at + 17 < tables.length; ) {
    const isOfFirst = (tables[at] ?? 0) < 16
    if (!isOfFirst && tables[at + 17] !== 0) return false
    at += 17 + tables.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0)
  }
  return true
}
