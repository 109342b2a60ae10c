import { expect, test } from 'vitest'
import {
  type HostKind,
  hostKind,
  secretOriginOf,
  servesFile,
  showsSecretKitchens,
} from './hosts.ts'

const rules = {
  siteUrl: 'https://venue.example',
  secretHost: 'secret.example',
  previewHosts: ['preview.example:8080'],
}

test.each<[string | undefined, HostKind]>([
  ['venue.example', 'site'],
  ['VENUE.example:443', 'site'],
  ['www.venue.example', 'www'],
  ['secret.example', 'secret'],
  ['secret.example:8443', 'secret'],
  ['preview.example:8080', 'preview'],
  ['localhost', 'unknown'],
  ['localhost:3000', 'unknown'],
  ['127.0.0.1:3000', 'unknown'],
  ['[::1]:3000', 'unknown'],
  ['preview.example', 'unknown'],
  ['evil.example', 'unknown'],
  ['venue.example.evil.example', 'unknown'],
  ['localhost.evil.example', 'unknown'],
  ['www.evil.example', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('the host %j is of the kind “%s”', (host, kind) => expect(hostKind(host, rules)).toBe(kind))

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'the host %j is a preview if the site URL is on localhost',
  (host) => {
    expect(hostKind(host, { ...rules, siteUrl: 'http://localhost:3000' })).toBe('preview')
  },
)

test.each<[HostKind, boolean]>([
  ['site', false],
  ['www', false],
  ['unknown', false],
  ['secret', true],
  ['preview', true],
])('on a host of the kind %s, the secret kitchens are shown: %s', (kind, shown) => {
  expect(showsSecretKitchens(kind)).toBe(shown)
})

test.each([
  ['secret.example.', 'secret'],
  ['SECRET.example.:443', 'secret'],
  ['secret.example..', 'unknown'],
  ['secret.example.evil.example', 'unknown'],
])('the host %s, with a dot at its end or more, is of the kind %s', (host, kind) => {
  const rules = { siteUrl: 'https://venue.example', secretHost: 'secret.example', previewHosts: [] }
  expect(hostKind(host, rules)).toBe(kind)
})

test.each([
  ['https://venue.example', 'secret.venue.example', 'https://secret.venue.example'],
  ['http://venue.localhost:3000', 'secret.venue.localhost', 'http://secret.venue.localhost:3000'],
  ['http://localhost:3000', 'kitchen.localhost:4000', 'http://kitchen.localhost:4000'],
  ['https://venue.example', undefined, null],
])(
  'with the site %s and the host %s, the origin of the secret kitchens is %s',
  (site, host, origin) => {
    expect(secretOriginOf(site, host)).toBe(origin)
  },
)

test.each<[HostKind, string, boolean]>([
  ['secret', '/_astro/a.js', true],
  ['secret', '/secretkitchens/sw.js', true],
  ['secret', '/sw.js', false],
  ['secret', '/secretkitchensx/sw.js', false],
  ['preview', '/secretkitchens/sw.js', true],
  ['site', '/secretkitchens/sw.js', false],
  ['unknown', '/secretkitchens/sw.js', false],
  ['site', '/sw.js', true],
])('a host of the kind %s serves the file %s: %s', (kind, path, isServed) => {
  expect(servesFile(kind, path)).toBe(isServed)
})
