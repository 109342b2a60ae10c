/** Well-known search engines, social networks and guides, without `www.`. */
const hosts = new Set([
  ...['bing.com', 'duckduckgo.com', 'ecosia.org', 'qwant.com', 'startpage.com', 'kagi.com'],
  ...['search.brave.com', 'search.yahoo.com', 'r.search.yahoo.com', 'yandex.com', 'baidu.com'],
  ...['chatgpt.com', 'perplexity.ai', 'gemini.google.com', 'maps.google.com', 'news.google.com'],
  ...['facebook.com', 'm.facebook.com', 'l.facebook.com', 'lm.facebook.com'],
  ...['instagram.com', 'l.instagram.com', 'threads.com', 'l.threads.com'],
  ...['t.co', 'x.com', 'bsky.app', 'go.bsky.app', 'mastodon.social'],
  ...['reddit.com', 'old.reddit.com', 'out.reddit.com', 'linkedin.com', 'lnkd.in'],
  ...['pinterest.com', 'youtube.com', 'm.youtube.com', 'tiktok.com', 't.me', 'web.whatsapp.com'],
  ...['tripadvisor.com', 'yelp.com', 'foursquare.com', 'untappd.com', 'maps.apple.com'],
])
/** Google has a host in each country: `google.de`, `google.co.uk`. */
const google = /^google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/

/** Whether a site is a well-known source of visits. @param host without `www.` */
export const isKnownSite = (host: string): boolean => hosts.has(host) || google.test(host)
