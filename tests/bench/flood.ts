import { json } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { withNextNumber } from './expensive.ts'

/**
 * A process that makes 2,000 requests a second, as one client, until it is killed.
 * Argument: the address of the server. Standard input: the requests as JSON, sent in rotation.
 */
const [url = ''] = process.argv.slice(2)
const requests = (await json(process.stdin)) as Parameters<typeof withNextNumber>[0][]

autocannon({
  url,
  connections: 50,
  overallRate: 2000,
  duration: 3600,
  requests: requests.map((request) => ({
    method: (request.method ?? 'GET') as 'GET',
    setupRequest: (sent) => {
      const { path, headers, body } = withNextNumber(request)
      const allHeaders = { ...headers, 'x-forwarded-for': '198.51.100.1' } as Record<string, string>
      return { ...sent, path, headers: allHeaders, ...(body !== undefined && { body }) }
    },
  })),
})
