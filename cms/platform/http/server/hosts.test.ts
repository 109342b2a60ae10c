import { expect, test } from 'vitest'
import { type HostKind, hostKind, showsSecretKitchens } from './hosts.ts'

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
