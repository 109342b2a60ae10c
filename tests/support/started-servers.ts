import { type Server, startServer, startServerProcess } from './server.ts'

/**
 * Starts servers without the demo venue and remembers them.
 * @returns `start` and `startProcess`, which take the URL of a database, and `stop`, which stops all running servers
 */
export function makeServerStarter() {
  const running: Server[] = []
  const remember = <Started extends Server>(server: Started) => {
    running.push(server)
    return server
  }
  const settings = (url: string) => ({ DATABASE_URL: url, DEMO: '0' })
  return {
    start: async (url: string) => remember(await startServer(settings(url))),
    startProcess: async (url: string) => remember(await startServerProcess(settings(url))),
    stop: async () => {
      await Promise.all(running.splice(0).map((server) => server.stop()))
    },
  }
}
