"""index.json of the vectors: puts the lines of a folder into it, with the digests of their files."""
import hashlib
import json


def blake2b256(data):
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def digests(root, paths):
    """The digest of each file by its path in the folder of vectors."""
    return {path.relative_to(root).as_posix(): blake2b256(path.read_bytes()) for path in sorted(paths)}


def files_of(root, file):
    """What a vector is made of: the files of its name, and the container that it begins with."""
    vector = root / f"{file}.json"
    base = json.loads(vector.read_text("utf-8")).get("base")
    return list(vector.parent.glob(f"{vector.stem}.*")) + ([root / f"{base}.secretfile"] if base else [])


def put(root, folder, names, since):
    """The lines of one folder, sorted among the others, and the digests of the folder's canaries."""
    index = root / "index.json"
    suite = json.loads(index.read_text("utf-8"))
    entries = [e for e in suite["vectors"] if not e["file"].startswith(folder + "/")]
    for name in names:
        file = f"{folder}/{name}"
        vector = json.loads((root / f"{file}.json").read_text("utf-8"))
        entries.append({"id": "sf-" + blake2b256(file.encode())[:8], "file": file, "category": name.split("_")[0],
                        "clauses": vector["clauses"], "flags": vector.get("flags", []), "since": since,
                        "files": digests(root, files_of(root, file))})
    suite["vectors"] = sorted(entries, key=lambda e: e["file"])
    canaries = {p: d for p, d in suite["canaries"].items() if not p.startswith(f"canaries/{folder}/")}
    canaries.update(digests(root, (root / "canaries" / folder).glob("*")))
    suite["canaries"] = dict(sorted(canaries.items()))
    index.write_text(json.dumps(suite, indent=2) + "\n")
