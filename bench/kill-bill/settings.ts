/** Where Kill Bill and its database listen, all on the loopback. */
export interface PeerPorts {
  readonly http: number;
  readonly postgres: number;
}

/** Its database and the user of it, who needs no password on the loopback. */
export const DATABASE = 'killbill';
/** What Kill Bill gives its root user when nothing else is said. */
export const ADMIN_LOGIN = { user: 'admin', password: 'password' };
export const TENANT = { apiKey: 'bench', apiSecret: 'bench-secret' };
/** The plugin that is built in: it takes every payment, calls no network and tells nobody. */
export const PLUGIN = '__EXTERNAL_PAYMENT__';
export const HEAP = '1g';

/**
 * `postgresql.conf`, beside what Debian's PostgreSQL has when nothing is said. What is answered is on the disk, as ours is; statements
 * are counted, because our reads and writes are.
 */
export function postgresSettings({ postgres }: PeerPorts): string {
  return lines({
    listen_addresses: "'127.0.0.1'",
    port: postgres,
    unix_socket_directories: "''",
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: '512MB',
    // Kill Bill has two pools of a hundred connections at most.
    max_connections: 250,
    shared_preload_libraries: "'pg_stat_statements'",
  });
}

/** `killbill.properties`. Its queues are as the war itself has them; what the war has for its own tests is off. */
export function killBillProperties({ postgres }: PeerPorts): string {
  const url = `jdbc:postgresql://127.0.0.1:${postgres}/${DATABASE}`;
  return lines({
    'org.killbill.dao.url': url,
    'org.killbill.dao.user': DATABASE,
    'org.killbill.dao.password': DATABASE,
    'org.killbill.billing.osgi.dao.url': url,
    'org.killbill.billing.osgi.dao.user': DATABASE,
    'org.killbill.billing.osgi.dao.password': DATABASE,
    'org.killbill.server.multitenant': true,
    'org.killbill.server.test.mode': false,
    'org.killbill.catalog.uri': 'SpyCarAdvanced.xml',
    'org.killbill.persistent.bus.main.queue.mode': 'STICKY_EVENTS',
    'org.killbill.persistent.bus.main.claimed': 1,
    'org.killbill.persistent.bus.main.nbThreads': 1,
    'org.killbill.persistent.bus.main.sleep': 0,
    'org.killbill.persistent.bus.main.queue.capacity': 1000,
    'org.killbill.persistent.bus.external.queue.mode': 'STICKY_EVENTS',
    'org.killbill.notificationq.main.queue.mode': 'STICKY_POLLING',
    'org.killbill.notificationq.main.claimed': 1,
    'org.killbill.notificationq.main.sleep': 100,
    'org.killbill.notificationq.main.notification.nbThreads': 1,
  });
}

/** What Java is told: Tomcat and Kill Bill in one process, whose heap never grows nor shrinks. */
export function javaArguments(tomcat: string, base: string): readonly string[] {
  return [
    '-server',
    `-Xms${HEAP}`,
    `-Xmx${HEAP}`,
    // Kill Bill of these years was made for Java 11, which let libraries look into Java itself.
    ...OPENED.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
    '-Djava.awt.headless=true',
    '-Duser.timezone=UTC',
    '-Djava.security.egd=file:/dev/./urandom',
    `-Dcatalina.home=${tomcat}`,
    `-Dcatalina.base=${base}`,
    `-Djava.io.tmpdir=${base}/temp`,
    `-Dorg.killbill.server.properties=file://${base}/killbill.properties`,
    `-Dorg.killbill.osgi.bundle.install.dir=${base}/bundles`,
    `-Dlogback.configurationFile=${base}/logback.xml`,
    '-classpath',
    `${tomcat}/bin/bootstrap.jar:${tomcat}/bin/tomcat-juli.jar`,
    'org.apache.catalina.startup.Bootstrap',
    'start',
  ];
}

const OPENED = [
  'java.base/java.lang',
  'java.base/java.lang.reflect',
  'java.base/java.io',
  'java.base/java.net',
  'java.base/java.util',
  'java.base/java.util.concurrent',
  'java.base/java.security',
  // Its OSGi framework puts itself before Java's own handlers of addresses, also before those of the jars that Kill Bill is in.
  'java.base/sun.net.www.protocol.file',
  'java.base/sun.net.www.protocol.http',
  'java.base/sun.net.www.protocol.https',
  'java.base/sun.net.www.protocol.jar',
];

/** Tomcat's `server.xml`: one connector, the war at the root, no log of requests. */
export function serverXml({ http }: PeerPorts, war: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<Server port="-1">
  <Service name="Catalina">
    <Connector address="127.0.0.1" port="${http}" protocol="HTTP/1.1" maxThreads="150" />
    <Engine name="Catalina" defaultHost="localhost">
      <Host name="localhost" appBase="webapps" unpackWARs="false" autoDeploy="false" deployOnStartup="false">
        <Context path="" docBase="${war}" />
      </Host>
    </Engine>
  </Service>
</Server>
`;
}

/** As ours: what is wrong is written, and no line for each request. */
export const LOGBACK = `<configuration>
  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%date %level %logger{0} %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="OUT" /></root>
</configuration>
`;

/** Refuses to measure a database that answers before what it says is on the disk; takes what it says of its settings. */
export function refuseUnlessDurable(
  shown: Readonly<Record<'fsync' | 'synchronous_commit', string>>,
) {
  for (const [setting, value] of Object.entries(shown))
    if (value !== 'on')
      throw new Error(`PostgreSQL has ${setting} ${value}, so nothing is measured beside it.`);
}

const lines = (settings: Readonly<Record<string, string | number | boolean>>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
