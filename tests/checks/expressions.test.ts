import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { resolvePage } from '../../cms/features/content/routes.ts'
import { deviceName } from '../../cms/features/members/devices/user-agent.ts'
import { parsePath } from '../../cms/features/redirects/rules.ts'
import { cookieValue } from '../../cms/platform/http/cookies/cookies.ts'
import { bareCell, guardCell } from '../../cms/platform/http/csv/cells.ts'
import { acceptedEncoding } from '../../cms/platform/http/server/encoding.ts'
import { cleanLine } from '../../cms/platform/http/texts/clean-text.ts'
import { isPhone } from '../../cms/platform/http/texts/field-rules.ts'
import { parseAddress } from '../../cms/platform/mail/address.ts'
import { mailEventsRequest } from '../../cms/platform/mail/contract.ts'
import {
  codeOrLink,
  isAddress,
  nextState,
  withoutAddresses,
} from '../../cms/platform/mail/rules.ts'
import { readMessageId } from '../../cms/platform/mail/sending/message.ts'
import { isEmail } from '../../islands/lib/is-email.ts'
import { linkedPieces } from '../../site/linked.ts'
import { unbroken } from '../../site/unbroken.ts'

const files = globSync(['{cms,collections,islands,site}/**/*.{ts,tsx}'], {
  exclude: (path) => /(^|\/)(\.next|node_modules)$/.test(String(path)),
}).filter((file) => !/\.test\.tsx?$/.test(file))

/** The regular expressions of a file, each with its location. */
function expressionsIn(file: string): { place: string; source: string; flags: string }[] {
  const text = readFileSync(file, 'utf8')
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: ReturnType<typeof expressionsIn> = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({
        place: `${file}:${line}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

const isSlow = (source: string, flags: string) => analyse({ source, flags }).reports.length > 0

test('no regular expression of the program takes more than linear time', () => {
  const all = files.flatMap(expressionsIn)
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(({ source, flags }) => isSlow(source, flags))).toEqual([])
})

test.each(['[^\\s<>]+@[^\\s<>]+', '\\/+$', '^(a+)+$', '\\s*\\n\\s*'])(
  'the regular expression %s is recognised as slower than linear',
  (source) => expect(isSlow(source, 'g')).toBe(true),
)

// A quadratic expression would need minutes for one of these texts, and the test would time out.
describe('a text of a million characters is read in linear time by', () => {
  const pieces = ['a', '@', 'a@', '.', 'a.', '-', '/', '\\', ' ', '\n', ' \n', '<', '>', '"', "'"]
  const morePieces = [
    ',',
    ';',
    '=',
    '%',
    '0',
    '5.1.1 ',
    '0,',
    '+1 ',
    ' × ',
    '\u0301',
    '\ue000',
    '\u202e',
  ]
  const texts = [...pieces, ...morePieces].map((piece) => {
    const repeated = piece.repeat(Math.ceil(1_000_000 / piece.length))
    return [`${repeated}!`, `x@${repeated}\n`]
  })
  const venue = { contact: { email: 'a@b.example', phone: '+44 20' } } as Parameters<
    typeof linkedPieces
  >[1]
  const readers: Record<string, (text: string) => unknown> = {
    withoutAddresses,
    cleanLine,
    parseAddress,
    isAddress,
    isEmail,
    isPhone,
    readMessageId,
    codeOrLink,
    deviceName,
    guardCell,
    bareCell,
    parsePath,
    acceptedEncoding,
    unbroken,
    'nextState, which gets a mail server’s response': (response) =>
      nextState({ how: 'refused', code: 550, at: 'recipient', response }, 0),
    'mailEventsRequest, which gets a reported reason': (reason) =>
      mailEventsRequest.parse({
        events: [{ id: '1', type: 'bounce', reason: reason.slice(0, 100_000) }],
      }),
    cookieValue: (header) => cookieValue(header, 'name'),
    resolvePage: (path) => resolvePage(path, 'Product'),
    linkedPieces: (text) => linkedPieces(text, venue),
  }
  test.each(Object.entries(readers))('%s', (_, read) => {
    for (const text of texts.flat()) read(text)
  })
})
